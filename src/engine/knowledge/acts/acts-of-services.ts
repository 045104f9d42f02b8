/** Acts on containers, clusters and clouds that rules refuse, each with the other words for it. */
import { type Act, actsIn } from "./act.js";

export const actsOfServices: readonly Act[] = actsIn(`
turns to another cluster > kubectl --context={x:prod} get pods | kubectl config {use-context {x:prod},set current-context {x:prod},set-context --current --cluster={x:prod}} | {kubectx,kubie ctx} {x:prod}
turns to another cluster > helm --kube-context={x:prod} list | kubectl config use-context {x:prod} | kubectx {x:prod} | ~helm --kubeconfig=x list
turns to another namespace > kubectl --namespace={x:kube-system} get pods | kubectl config set-context --current --namespace={x:kube-system} | kubens {x:kube-system} | kubectl --all-namespaces get pods
turns to another cluster > oc project {x:prod} | oc login {x:prod} | ~oc --context={x:prod} get pods
acts as somebody else: kubectl {--as={x:admin} get pods,--as-group=x get pods} | ~kubectl {--token=x get pods,--user=x get pods,config set-credentials x}
works with another account > aws --profile={x:prod} s3 ls | env AWS_PROFILE={x:prod} aws s3 ls | aws-vault exec {x:prod} -- aws s3 ls | aws configure {set profile {x:prod},set aws_access_key_id x,set role_arn x} | ~aws {sso login --profile={x:prod},sts assume-role --role-arn=x --role-session-name=x}
works in another region > aws --region={x:us-east-1} s3 ls | aws configure set region {x:us-east-1} | ~env AWS_REGION={x:us-east-1} aws s3 ls
works with another project > gcloud compute instances list --project={x:prod} | gcloud config {set project {x:prod},set core/project {x:prod},configurations activate {x:prod}} | gcloud --configuration={x:prod} compute instances list | ~env CLOUDSDK_CORE_PROJECT={x:prod} gcloud compute instances list
works with another account > gcloud compute instances list --account={x:x} | gcloud config set account {x:x} | gcloud auth {login {x:x},activate-service-account {x:x}} | ~gcloud compute instances list --impersonate-service-account={x:x}
works with another account > az vm list --subscription={x:prod} | az account set --subscription={x:prod} | ~az {login,configure --defaults group={x:prod}}
works with another machine > docker --context={x:prod} ps | docker context use {x:prod} | docker --host=tcp://{x:prod} ps | ~env {DOCKER_HOST,DOCKER_CONTEXT}={x:prod} docker ps
works with another project > firebase --project={x:prod} deploy | firebase use {x:prod}
works with another account > doctl --context={x:prod} compute droplet list | doctl auth switch --context={x:prod}
works with another account > gh auth {switch --user={x:x},login,setup-git}
works on another stack > pulumi up --stack={x:prod} | pulumi stack select {x:prod}
works on another stack > terraform workspace {select {x:prod},new {x:prod}} | ~env TF_WORKSPACE={x:prod} terraform plan
works on another app > heroku ps --app={x:prod} | heroku git:remote --app={x:prod} | ~heroku ps --remote={x:prod}
works on another service > railway {up --environment={x:production},environment {x:production},link {x:production}}
puts it live: {vercel,vc} {--prod,deploy --prod,--target=production,promote x,rollback x,alias set x y} | ~{vercel,vc} redeploy x
puts it live: netlify deploy {--prod,--prod-if-unlocked} | ~netlify api restoreSiteDeploy
puts it live: wrangler {deploy,publish,versions deploy,pages deploy x,rollback} | ~wrangler triggers deploy
puts it live: firebase {deploy,hosting:clone x y,hosting:channel:deploy live}
puts it live: {fly,flyctl} {deploy,machine update x,image update,machine run x}
puts it live: {serverless,sls} {deploy,deploy function --function=x} | ~{serverless,sls} rollback
puts it live: cdk deploy | ~cdk {watch,deploy --hotswap} | ~aws cloudformation {deploy --stack-name=x,update-stack --stack-name=x}
puts it live: sam {deploy,sync} | ~aws cloudformation deploy --stack-name=x
destroys what is managed: cdk {destroy,destroy --all} | aws cloudformation delete-stack --stack-name=x
destroys what is managed: sam delete | aws cloudformation delete-stack --stack-name=x
destroys what is managed: {serverless,sls} remove | ~aws cloudformation delete-stack --stack-name=x
destroys what is managed: aws cloudformation {delete-stack --stack-name=x,delete-stack-set --stack-set-name=x,delete-stack-instances --stack-set-name=x} | ~{cdk destroy,sam delete,copilot app delete,eb terminate x}
destroys what is managed: azd down | az {group delete --name=x,deployment group create --mode=Complete,stack group delete --name=x}
destroys what is managed: az group delete --name=x | az {resource delete --ids=x,deployment group create --mode=Complete,stack group delete --name=x} | ~azd down
destroys what is managed: vagrant destroy | ~vagrant box remove x
breaks the lock of the state: terraform force-unlock x | terraform {apply,destroy} -lock=false
replaces what is managed: terraform {taint x,apply -replace=x} | ~terraform state rm x
ends machines > aws ec2 terminate-instances --instance-ids x | aws autoscaling {terminate-instance-in-auto-scaling-group --instance-id=x --no-should-decrement-desired-capacity,delete-auto-scaling-group --auto-scaling-group-name=x --force-delete,set-desired-capacity --auto-scaling-group-name=x --desired-capacity=0,update-auto-scaling-group --auto-scaling-group-name=x --max-size=0} | aws ec2 {cancel-spot-fleet-requests --spot-fleet-request-ids=x --terminate-instances,delete-fleets --fleet-ids=x --terminate-instances,stop-instances --instance-ids x} | aws {cloudformation delete-stack --stack-name=x,elasticbeanstalk terminate-environment --environment-name=x,opsworks delete-instance --instance-id=x,emr terminate-clusters --cluster-ids=x,batch terminate-job --job-id=x,eks delete-nodegroup --nodegroup-name=x,lightsail delete-instance --instance-name=x}
stops machines > aws ec2 stop-instances --instance-ids x | aws ec2 {reboot-instances --instance-ids x,terminate-instances --instance-ids x} | aws autoscaling {set-desired-capacity --desired-capacity=0,terminate-instance-in-auto-scaling-group --instance-id=x}
starts machines again > aws ec2 reboot-instances --instance-ids x | aws ec2 stop-instances --instance-ids x | aws ssm send-command --instance-ids x
starts machines > aws ec2 run-instances --image-id=x | aws ec2 {start-instances --instance-ids x,request-spot-instances,request-spot-fleet,create-fleet} | aws autoscaling {set-desired-capacity --desired-capacity=9,create-auto-scaling-group --auto-scaling-group-name=x}
ends tasks > aws ecs stop-task --task=x | aws ecs {update-service --service=x --desired-count=0,delete-service --service=x --force,update-service --service=x --force-new-deployment}
ends the service > aws ecs delete-service --service=x | aws ecs {update-service --service=x --desired-count=0,delete-cluster --cluster=x} | aws cloudformation delete-stack --stack-name=x
deletes databases: aws rds {delete-db-instance --db-instance-identifier=x,delete-db-cluster --db-cluster-identifier=x} | ~aws cloudformation delete-stack --stack-name=x
deletes what was saved: aws rds {delete-db-snapshot --db-snapshot-identifier=x,delete-db-cluster-snapshot --db-cluster-snapshot-identifier=x,delete-db-instance-automated-backup --dbi-resource-id=x} | ~aws backup {delete-recovery-point --backup-vault-name=x,delete-backup-vault --backup-vault-name=x}
deletes the table > aws dynamodb delete-table --table-name=x | aws dynamodb {batch-write-item --request-items=x,delete-item --table-name=x --key=x,execute-statement --statement=x} | aws cloudformation delete-stack --stack-name=x
deletes disks: aws ec2 {delete-volume --volume-id=x,delete-snapshot --snapshot-id=x} | ~aws ec2 {detach-volume --volume-id=x,deregister-image --image-id=x}
opens the firewall: aws ec2 {authorize-security-group-ingress --group-id=x,modify-security-group-rules --group-id=x,authorize-security-group-egress --group-id=x} | ~aws ec2 {create-network-acl-entry --network-acl-id=x,replace-network-acl-entry --network-acl-id=x}
gives rights: aws iam {attach-user-policy --user-name=x,attach-role-policy --role-name=x,attach-group-policy --group-name=x,put-user-policy --user-name=x,put-role-policy --role-name=x,put-group-policy --group-name=x,add-user-to-group --user-name=x,create-policy-version --policy-arn=x} | ~aws iam {update-assume-role-policy --role-name=x,create-access-key,create-login-profile --user-name=x,set-default-policy-version --policy-arn=x}
gives a login: aws iam {create-access-key,create-user --user-name=x,create-login-profile --user-name=x}
shows keys of the account: aws {configure export-credentials,sts get-session-token,sts assume-role --role-arn=x --role-session-name=x,configure get aws_secret_access_key,sts get-federation-token --name=x} | ~aws ecr {get-login-password,get-authorization-token}
shows secrets: aws secretsmanager {get-secret-value --secret-id x,batch-get-secret-value} | aws ssm {get-parameter --with-decryption --name x,get-parameters --with-decryption --names x,get-parameters-by-path --with-decryption --path=x,get-parameter-history --with-decryption --name=x} | ~aws kms decrypt --ciphertext-blob=x
lets everybody read the bucket: aws s3api {put-bucket-acl --bucket=x --acl=public-read,put-bucket-policy --bucket=x --policy=x,delete-public-access-block --bucket=x,put-object-acl --bucket=x --key=x --acl=public-read,put-public-access-block --bucket=x} | aws s3 cp --acl=public-read x s3://x | ~aws s3 presign s3://x/y
deletes the bucket: aws s3 {rb s3://x,rb --force s3://x} | aws s3api delete-bucket --bucket=x
deletes the function > aws lambda delete-function --function-name=x | aws cloudformation delete-stack --stack-name=x | aws lambda update-function-code --function-name=x
removes what was logged: aws logs {delete-log-group --log-group-name=x,delete-log-stream --log-group-name=x,put-retention-policy --log-group-name=x --retention-in-days=1} | ~aws cloudtrail {delete-trail --name=x,stop-logging --name=x,update-trail --name=x}
runs commands on machines: aws {ssm start-session --target=x,ssm send-command --instance-ids x,ecs execute-command --task=x,ec2-instance-connect ssh --instance-id=x,ssm start-automation-execution --document-name=x}
changes names of hosts: aws route53 {change-resource-record-sets --hosted-zone-id=x,delete-hosted-zone --id=x} | ~aws route53domains {update-domain-nameservers --domain-name=x,delete-domain --domain-name=x}
deletes keys: aws kms {schedule-key-deletion --key-id=x,disable-key --key-id=x,delete-imported-key-material --key-id=x} | ~aws kms put-key-policy --key-id=x
ends machines > gcloud compute instances delete x | gcloud compute instance-groups managed {delete-instances x --instances=y,resize x --size=0,delete x} | gcloud {deployment-manager deployments delete x,projects delete x}
ends the cluster > gcloud container clusters delete x | gcloud container {node-pools delete x,clusters resize x --num-nodes=0} | gcloud projects delete x
deletes databases > gcloud sql instances delete x | gcloud sql {databases delete x,instances restore-backup x} | gcloud projects delete x
gives rights: gcloud {projects add-iam-policy-binding x,projects set-iam-policy x y,organizations add-iam-policy-binding x,iam service-accounts add-iam-policy-binding x,storage buckets add-iam-policy-binding x} | ~gcloud iam {roles update x,service-accounts keys create x}
shows secrets: gcloud secrets versions access latest --secret=x | gcloud {beta,alpha} secrets versions access latest --secret=x | ~gcloud kms decrypt --key=x
shows the token: gcloud auth {print-access-token,print-identity-token,application-default print-access-token} | gcloud config config-helper
runs commands on machines: gcloud compute {ssh x,start-iap-tunnel x 22,scp x y:x,connect-to-serial-port x} | ~gcloud compute {reset-windows-password x,instances add-metadata x}
deletes the project > gcloud projects delete x | gcloud {alpha,beta} projects delete x
deletes in the bucket: gcloud storage {rm gs://b/k,buckets delete gs://b,rsync --delete-unmatched-destination-objects x gs://b,mv gs://b/k x} | gsutil {rm gs://b/k,rb gs://b,rsync -d x gs://b,mv gs://b/k x}
puts it live: gcloud {run deploy x,app deploy,functions deploy x,run services update x,run services update-traffic x,deploy releases create x} | ~gcloud builds submit
ends machines > az vm delete --name=x | az vmss {delete-instances --instance-ids=x,delete --name=x,scale --new-capacity=0} | az {group delete --name=x,resource delete --ids=x}
shows secrets: az keyvault secret {show --name=x --vault-name=y,download --name=x --vault-name=y --file=z} | ~az keyvault secret backup --name=x --vault-name=y --file=z | ~az rest --method=get --url=https://y.vault.azure.net/secrets/x
takes secrets away: az keyvault {secret delete --name=x --vault-name=y,secret purge --name=x --vault-name=y,delete --name=y,purge --name=y} | ~az keyvault {key delete --name=x --vault-name=y,certificate delete --name=x --vault-name=y}
shows keys: az storage account {keys list --account-name=x,show-connection-string --name=x,generate-sas --account-name=x} | ~az storage {container generate-sas --name=x,blob generate-sas --name=x}
shows settings that are secret: az webapp config {appsettings list --name=x,connection-string list --name=x} | az functionapp {config appsettings list --name=x,keys list --name=x} | ~az webapp deployment list-publishing-profiles --name=x
shows the token: az account get-access-token | ~az {acr login --expose-token --name=x,acr credential show --name=x}
gives rights: az role assignment create --assignee=x --role=y | az {ad sp create-for-rbac,ad app credential reset --id=x,keyvault set-policy --name=x}
runs commands on machines: az vm run-command {invoke --name=x --command-id=y,create --name=x} | az {ssh vm --name=x,container exec --name=x --exec-command=y,webapp ssh --name=x,vm extension set --name=x} | ~az aks command invoke --name=x --command=y
deletes databases > az sql db delete --name=x | az {sql server delete --name=x,group delete --name=y,resource delete --ids=x}
ends the cluster > az aks delete --name=x | az {aks nodepool delete --name=x,group delete --name=y,resource delete --ids=x,aks stop --name=x}
deletes in the bucket: az storage {blob delete --name=x,blob delete-batch --source=x,container delete --name=x,blob sync --source=x,fs delete --name=x} | ~az storage account delete --name=x
ends machines > doctl compute droplet delete x | doctl compute droplet-action rebuild x | doctl kubernetes cluster delete x
ends machines > hcloud server delete x | hcloud server rebuild x
ends machines > openstack server delete x | openstack {server rebuild x,stack delete x}
deletes the app > {fly,flyctl} apps destroy x | {fly,flyctl} {destroy x,machine destroy x,scale count 0,volumes destroy x}
deletes the app > heroku apps:destroy | heroku {destroy,apps:delete,addons:destroy x,pg:reset}
throws away what the database holds: heroku {pg:reset,pg:restore,pg:push x y,pg:copy x y} | ~heroku {addons:destroy x,pg:psql}
runs commands there: heroku {run x,run:detached x,ps:exec,console} | ~heroku pg:psql
runs commands there: {fly,flyctl} {ssh console,console,machine exec x y,ssh sftp shell}
shows settings that are secret: vercel env {pull,pull .env} | ~vercel pull
shows settings that are secret: netlify {env:list,env:get x} | ~netlify dev:exec env
shows settings that are secret: railway {variables,run env} | ~railway shell
shows settings that are secret: firebase {functions:config:get,functions:secrets:access x,functions:config:export}
shows secrets: doppler {secrets,secrets get x,secrets download,run -- env} | ~doppler configs tokens create x
shows secrets: infisical {secrets,secrets get x,export,run -- env}
shows secrets: chamber {read x y,export x,env x} | ~chamber exec x -- env
shows secrets: {bw,rbw} {get password x,get item x,list items,export,get x} | ~bw get {totp,notes} x
shows secrets: pass {show x,x,grep x,otp x} | ~{gopass show,gopass} x
shows secrets: secret-tool {lookup x y,search x y} | ~keyring get x y
shows secrets: gpg {--decrypt x,-d x} | ~gpg {--export-secret-keys,--export-secret-subkeys}
shows secrets: op {read x,item get x,document get x,inject --in-file=x,run -- env}
shows secrets: {vault,bao} {kv get x,read x,kv export x} | ~{vault,bao} {unwrap x,token create,print token}
changes secrets: {vault,bao} {kv put x y=z,write x y=z,kv patch x y=z} | ~{vault,bao} {kv rollback x,policy write x y}
takes secrets away: {vault,bao} {kv delete x,kv destroy x,kv metadata delete x,delete x} | ~{vault,bao} {secrets disable x,lease revoke x}
gives rights: {vault,bao} {policy write x y,write auth/x y=z,token create} | ~{vault,bao} write sys/policy/x y=z
gives rights: kubectl {create clusterrolebinding x,create rolebinding x,create role x,create clusterrole x,auth reconcile -f x,patch clusterrolebinding x} | ~kubectl {apply -f x,edit clusterrolebinding x,set subject x}
shows secrets of the cluster: kubectl {get secrets,get secret x,describe secret x} | ~kubectl {create token x,get --raw=/api/v1/secrets,exec x -- env,cp x:/x y}
changes what runs in the cluster: kubectl set {image x y=z,env x y=z,resources x} | ~kubectl {patch x,edit x,apply -f x,replace -f x}
removes the release: argocd app delete x | ~argocd app {sync --prune x,terminate-op x} | ~kubectl delete application x
removes the release: flux delete {helmrelease x,kustomization x} | ~flux {uninstall,suspend kustomization x}
removes the release: {helmfile destroy,helmfile delete,helm uninstall x}
removes the release: nomad {job stop x,stop x,job stop --purge x} | ~nomad {job scale x 0,system gc}
runs commands there: nomad {alloc exec x y,exec x y,action x}
adds rights to a container > docker run {--cap-add=SYS_ADMIN,--cap-add=ALL,--privileged,--security-opt=apparmor=unconfined,--security-opt=seccomp=unconfined} x
shows the machine's folders > docker run {-v=/:/host,--volume=/:/host,--mount=type=bind,--volumes-from=y,--privileged} x
starts services: docker {compose up,compose start,compose restart,stack deploy x} | ~docker compose {run x,create}
stops containers: docker {stop x,kill x,container stop x,container kill x,compose stop,compose down,compose kill,rm --force x} | ~docker {pause x,restart x}
shows settings of containers: docker {inspect x,container inspect x} | ~docker {exec x env,compose config}
carries files out of a container: docker {cp x:/y z,container cp x:/y z,export x,save x} | ~docker exec x cat y
`);
